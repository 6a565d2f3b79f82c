# %%
x = 1

# %% Some Title
print(x)
